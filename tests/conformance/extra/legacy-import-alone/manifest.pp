# import alone
import
