/** Tests of the pages in a real browser, and the pictures of the pages in the documentation. */
@NullMarked
package dev.waggle.cli.browser;

import org.jspecify.annotations.NullMarked;
