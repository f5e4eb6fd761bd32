/** Generators of the pages in {@code docs/reference}, and the test that compares the pages with the program. */
@NullMarked
package dev.waggle.cli.reference;

import org.jspecify.annotations.NullMarked;
