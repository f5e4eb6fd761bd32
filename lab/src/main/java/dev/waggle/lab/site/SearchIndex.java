package dev.waggle.lab.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectBuilder;

/** The words of all pages as a script file, which a page of a folder may load where it may not fetch data. */
final class SearchIndex {

    private SearchIndex() {}

    /** One line for each section: its page, its heading, its address and its words. */
    static String script(Map<String, MarkdownPage> pages) {
        List<String> lines = new ArrayList<>();
        for (MarkdownPage page : pages.values()) {
            for (PageSection section : page.sections()) {
                String place = SitePaths.page(page.path());
                lines.add(JsonText.write(new JsonObjectBuilder().with("page", page.title())
                        .with("heading", section.heading())
                        .with("address", section.anchor().isEmpty() ? place : place + '#' + section.anchor())
                        .with("text", section.text()).json()));
            }
        }
        return "window.siteSearch([\n" + String.join(",\n", lines) + "\n]);\n";
    }
}
