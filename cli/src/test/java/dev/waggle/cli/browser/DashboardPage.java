package dev.waggle.cli.browser;

import java.nio.file.Path;
import java.util.Locale;

import dev.waggle.cli.ProjectFiles;

/** The pages of the dashboard: each is checked in a browser, and has a picture in both themes in the documentation. */
enum DashboardPage {
    RUNS("/"), RUN("/runs/solve_demo_migration"), NEW("/new"), COMPARE(
            "/compare?run=solve_demo_incident&with=solve_demo_migration"),
    SIGNALS("/signals"), THREADS(
            "/threads"),
    INBOXES("/inboxes"), REPUTATION(
            "/reputation"),
    MEMORY("/memory"), LOG("/log"), SEATS("/seats"), SEAT("/seat/");

    private final String path;

    DashboardPage(String path) {
        this.path = path;
    }

    /** Its address in a demo, without the token of a seat. */
    String path() {
        return path;
    }

    /** Its picture in the documentation. */
    Path picture(PageTheme theme) {
        return ProjectFiles.at("docs/images/" + pictureName(theme));
    }

    String pictureName(PageTheme theme) {
        return name().toLowerCase(Locale.ROOT) + '-' + theme.word() + ".png";
    }
}
