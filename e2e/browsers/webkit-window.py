#!/usr/bin/python3
"""A window of 390×844 with one WebKit view, which WebKitWebDriver drives. Its own browser is at least 447 wide."""

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2

context = WebKit2.WebContext.new_with_website_data_manager(WebKit2.WebsiteDataManager.new_ephemeral())
context.set_automation_allowed(True)
context.set_preferred_languages(['it-IT'])
Gtk.Settings.get_default().set_property('gtk-enable-animations', False)


def open_view(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(390, 844)
    window.add(view)
    window.show_all()
    view.grab_focus()
    return view


def start(_context, session):
    info = WebKit2.ApplicationInfo.new()
    info.set_name('window')
    session.set_application_info(info)
    session.connect('create-web-view', open_view)
    session.connect('will-close', lambda _session: Gtk.main_quit())


context.connect('automation-started', start)
Gtk.main()
