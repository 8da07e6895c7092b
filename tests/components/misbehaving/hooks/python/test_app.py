import unittest

from marotte_fake import FakeSystem, Problems, ProviderTest

import app

PATH = "/etc/notes/a"


class NoteTest(unittest.TestCase):
    def setUp(self):
        self.system = FakeSystem()
        self.system.put(PATH, "old\n")
        self.test = ProviderTest(app, "note", "plain")

    def test_canonicalize_changes_and_rejects_values(self):
        self.assertEqual(self.test.apply(PATH, text="  Grüße "), {"text": ("old", "Grüße")})
        with self.assertRaisesRegex(Problems, "an empty note is useless"):
            self.test.want(PATH, text="")

    def test_hooks_return_resources(self):
        self.assertEqual(self.test.instances(), {PATH: {"ensure": "present"}})
        generated = ("file", f"{PATH}.generated", {"content": ".generated"})
        self.assertEqual(self.test.generate(PATH, copies=True), [generated])
        expanded = ("file", f"{PATH}.expanded", {"content": ".expanded"})
        self.assertEqual(self.test.expand(PATH, copies=True), [expanded])
        self.assertEqual(self.test.relate(PATH), [("require", "file", ["/etc/notes"])])

    def test_exceptions_are_errors_of_the_contract(self):
        for function in ("get", "set", "refresh", "generate", "expand"):
            call = getattr(self.test, {"set": "apply"}.get(function, function))
            with self.assertRaises(Exception) as raised:
                call(PATH, text="new", raises=function)
            error = raised.exception.value
            self.assertRegex(error.message, rf"^ValueError: {function} was asked to fail \(.*app\.py, line \d+, in check\)$")
            self.assertIn("app.py", error.detail)

    def test_exceptions_before_the_run_are_problems_of_the_row(self):
        for call in ("want", "precheck"):
            function = {"want": "canonicalize"}.get(call, call)
            with self.assertRaisesRegex(Problems, f"ValueError: {function} was asked to fail"):
                getattr(self.test, call)(PATH, raises=function)

    def test_exception_while_relating_is_logged(self):
        with self.assertRaises(ValueError):
            self.test.relate(PATH, raises="relate")
        self.assertIn("ValueError: relate was asked to fail", self.system.messages[0][1])

    def test_change_while_reading_is_refused(self):
        self.system.is_reading = True
        with self.assertRaises(Exception) as raised:
            app.fs_write.remove(PATH, False, None)
        self.assertEqual(raised.exception.value.code.name, "REFUSED")
