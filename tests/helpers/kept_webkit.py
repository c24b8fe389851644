"""A browser of Debian's WebKit that WebDriver starts, and whose memory outlives it.

The one that comes with WebKit forgets everything as it ends when it is driven, so a phone that was
restarted cannot be tried with it. ``python kept_webkit.py FOLDER``: where it keeps what it keeps.
"""

import ctypes
import sys
from ctypes import CFUNCTYPE, c_char_p, c_int, c_size_t, c_void_p
from typing import Any

KIT, GTK, OBJECTS = "libwebkit2gtk-4.1.so.0", "libgtk-3.so.0", "libgobject-2.0.so.0"
NAME = "MiniBrowser"
"""The name by which WebDriver asks for it."""
GIVES_A_PAGE = CFUNCTYPE(c_void_p, c_void_p, c_void_p)
GIVES_NOTHING = CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)
SIZE = (390, 844)
END, YES = c_void_p(None), c_int(1)


def call(library: str, name: str, *arguments: Any, gives: Any = c_void_p) -> Any:
    """Calls a function of the library with C values and returns its result."""
    function = ctypes.CDLL(library)[name]
    function.restype, function.argtypes = gives, [type(argument) for argument in arguments]
    return function(*arguments)


def remembering(folder: str) -> c_void_p:
    """The context of all pages, which keeps what sites store in this folder."""
    places = (("base-data-directory", "data"), ("base-cache-directory", "cache"))
    arguments = [
        c_char_p(part.encode()) for key, name in places for part in (key, f"{folder}/{name}")
    ]
    manager = c_void_p(call(KIT, "webkit_website_data_manager_new", *arguments, END))
    return c_void_p(call(KIT, "webkit_web_context_new_with_website_data_manager", manager))


def connect(thing: c_void_p, signal: bytes, function: Any) -> None:
    arguments = (c_char_p(signal), ctypes.cast(function, c_void_p), END, END, c_int(0))
    call(OBJECTS, "g_signal_connect_data", thing, *arguments, gives=c_size_t)


def window(context: c_void_p) -> int:
    """A page that WebDriver moves, as large as a device."""
    kind = c_size_t(call(KIT, "webkit_web_view_get_type", gives=c_size_t))
    arguments = (c_char_p(b"web-context"), context, c_char_p(b"is-controlled-by-automation"), YES)
    page = c_void_p(call(OBJECTS, "g_object_new", kind, *arguments, END))
    for way in ("g_object_ref_sink", "g_object_ref"):  # ours, and WebDriver's
        call(OBJECTS, way, page)
    frame = c_void_p(call(GTK, "gtk_window_new", c_int(0)))
    call(GTK, "gtk_window_set_default_size", frame, *map(c_int, SIZE), gives=None)
    call(GTK, "gtk_container_add", frame, page, gives=None)
    call(GTK, "gtk_widget_show_all", frame, gives=None)
    return int(page.value or 0)


def main(folder: str) -> None:
    call(GTK, "gtk_init", END, END, gives=None)
    context = remembering(folder)
    call(KIT, "webkit_web_context_set_automation_allowed", context, YES, gives=None)

    opened = GIVES_A_PAGE(lambda _session, _told: window(context))

    def begin(_context: int, session: int, _told: int) -> None:
        about, driven = c_void_p(call(KIT, "webkit_application_info_new")), c_void_p(session)
        call(KIT, "webkit_application_info_set_name", about, c_char_p(NAME.encode()), gives=None)
        function_name = "webkit_automation_session_set_application_info"
        call(KIT, function_name, driven, about, gives=None)
        connect(driven, b"create-web-view", opened)

    started = GIVES_NOTHING(begin)
    connect(context, b"automation-started", started)
    call(GTK, "gtk_main", gives=None)


if __name__ == "__main__":
    main(sys.argv[1])
