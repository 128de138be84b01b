# Sphinx's settings for the site of all pages; tools/site.sh runs it.
import os

project = "Understudy"
release = os.environ.get("VERSION", "")
extensions = ["myst_parser"]
myst_heading_anchors = 4  # links to a heading are those of GitHub
html_theme = "furo"
html_title = "Understudy " + release
html_extra_path = ["extra"]  # examples, pictures, API pages
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
