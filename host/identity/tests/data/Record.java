// Records a revocation list of puppetserver: two serial numbers are added to the list of the recorded authority with
// the library of puppetserver (Debian packages libssl-utils-clojure, libbcpkix-java, libbcutil-java, libbcprov-java,
// libjoda-time-java and libclojure-java).
// Usage, after record.sh: java -cp JARS Record.java

import com.puppetlabs.ssl_utils.SSLUtils;
import java.io.FileReader;
import java.io.FileWriter;
import java.math.BigInteger;
import java.util.List;

public class Record {
  public static void main(String[] arguments) throws Exception {
    var issuer = SSLUtils.pemToCaCert(new FileReader("ca/ca_crt.pem"), new FileReader("ca/ca_key.pem"));
    var key = SSLUtils.pemToPrivateKey(new FileReader("ca/ca_key.pem"));
    var list = SSLUtils.pemToCRLs(new FileReader("ca/ca_crl.pem")).get(0);
    var serials = List.of(BigInteger.valueOf(5), BigInteger.valueOf(300));
    try (var out = new FileWriter("puppetserver_crl.pem")) {
      SSLUtils.writeToPEM(SSLUtils.revokeMultiple(list, key, issuer.getPublicKey(), serials), out);
    }
  }
}
