"""Set-up that ``test_phone.py`` shares with other tests."""

NOTHING_KEPT = """(why) => {
  self.put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => { throw new DOMException("not here", why); };
}"""
