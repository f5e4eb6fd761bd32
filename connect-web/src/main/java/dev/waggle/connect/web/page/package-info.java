/**
 * The text of a page as people would read it: charset, kind, title, main text and links, with limits on the work. Where
 * a page comes from is decided in the room above.
 */
@NullMarked
package dev.waggle.connect.web.page;

import org.jspecify.annotations.NullMarked;
