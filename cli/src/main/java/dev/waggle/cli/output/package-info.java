/** Files that commands make: one policy for their place, one writer for their content. */
@NullMarked
package dev.waggle.cli.output;

import org.jspecify.annotations.NullMarked;
