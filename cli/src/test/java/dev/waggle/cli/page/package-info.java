/** Tests of the blocks of code in the pages. */
@NullMarked
package dev.waggle.cli.page;

import org.jspecify.annotations.NullMarked;
