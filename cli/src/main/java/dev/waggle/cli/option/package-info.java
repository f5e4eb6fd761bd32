/** Options that several commands share, and the configuration that they stand for. */
@NullMarked
package dev.waggle.cli.option;

import org.jspecify.annotations.NullMarked;
