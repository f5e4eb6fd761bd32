package dev.waggle.lab.site;

/**
 * A heading of a page with the text below it, up to the next heading.
 *
 * @param anchor the identifier of the heading; empty for text before the first heading
 * @param heading its words
 * @param level 1 to 6
 * @param text the words below it
 */
record PageSection(String anchor, String heading, int level, String text) {}
