/**
 * The documentation as a folder of static HTML: pages from Markdown, their links, and a search without a server. The
 * texts themselves are in {@code docs}.
 */
@NullMarked
package dev.waggle.lab.site;

import org.jspecify.annotations.NullMarked;
