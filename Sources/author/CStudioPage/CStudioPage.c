#include "CStudioPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char api_js[] = {
#embed "page/api.js"
};
static const unsigned char app_js[] = {
#embed "page/app.js"
};
static const unsigned char arrange_js[] = {
#embed "page/arrange.js"
};
static const unsigned char choices_js[] = {
#embed "page/choices.js"
};
static const unsigned char dock_js[] = {
#embed "page/dock.js"
};
static const unsigned char dom_js[] = {
#embed "page/dom.js"
};
static const unsigned char editing_js[] = {
#embed "page/editing.js"
};
static const unsigned char evening_js[] = {
#embed "page/evening.js"
};
static const unsigned char first_js[] = {
#embed "page/first.js"
};
static const unsigned char form_js[] = {
#embed "page/form.js"
};
static const unsigned char gallery_js[] = {
#embed "page/gallery.js"
};
static const unsigned char hand_js[] = {
#embed "page/hand.js"
};
static const unsigned char icon_svg[] = {
#embed "page/icon.svg"
};
static const unsigned char index_html[] = {
#embed "page/index.html"
};
static const unsigned char inspector_js[] = {
#embed "page/inspector.js"
};
static const unsigned char keys_js[] = {
#embed "page/keys.js"
};
static const unsigned char panel_js[] = {
#embed "page/panel.js"
};
static const unsigned char paper_js[] = {
#embed "page/paper.js"
};
static const unsigned char picture_js[] = {
#embed "page/picture.js"
};
static const unsigned char running_js[] = {
#embed "page/running.js"
};
static const unsigned char scenes_js[] = {
#embed "page/scenes.js"
};
static const unsigned char state_js[] = {
#embed "page/state.js"
};
static const unsigned char style_css[] = {
#embed "page/style.css"
};
static const unsigned char time_js[] = {
#embed "page/time.js"
};
static const unsigned char variants_js[] = {
#embed "page/variants.js"
};

static const ag_page_file files[] = {
    {"api.js", api_js, sizeof api_js},
    {"app.js", app_js, sizeof app_js},
    {"arrange.js", arrange_js, sizeof arrange_js},
    {"choices.js", choices_js, sizeof choices_js},
    {"dock.js", dock_js, sizeof dock_js},
    {"dom.js", dom_js, sizeof dom_js},
    {"editing.js", editing_js, sizeof editing_js},
    {"evening.js", evening_js, sizeof evening_js},
    {"first.js", first_js, sizeof first_js},
    {"form.js", form_js, sizeof form_js},
    {"gallery.js", gallery_js, sizeof gallery_js},
    {"hand.js", hand_js, sizeof hand_js},
    {"icon.svg", icon_svg, sizeof icon_svg},
    {"index.html", index_html, sizeof index_html},
    {"inspector.js", inspector_js, sizeof inspector_js},
    {"keys.js", keys_js, sizeof keys_js},
    {"panel.js", panel_js, sizeof panel_js},
    {"paper.js", paper_js, sizeof paper_js},
    {"picture.js", picture_js, sizeof picture_js},
    {"running.js", running_js, sizeof running_js},
    {"scenes.js", scenes_js, sizeof scenes_js},
    {"state.js", state_js, sizeof state_js},
    {"style.css", style_css, sizeof style_css},
    {"time.js", time_js, sizeof time_js},
    {"variants.js", variants_js, sizeof variants_js},
};

const ag_page_file *ag_page_files(void) { return files; }
long ag_page_file_count(void) { return sizeof files / sizeof files[0]; }
