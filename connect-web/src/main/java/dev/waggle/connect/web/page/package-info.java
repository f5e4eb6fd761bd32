/**
 * The text of a page as people would read it: charset, kind, title, main text and links, with limits on the work. The
 * package above fetches pages.
 */
@NullMarked
package dev.waggle.connect.web.page;

import org.jspecify.annotations.NullMarked;
