/** Tests of {@code waggle serve}. */
@NullMarked
package dev.waggle.cli.command.serve;

import org.jspecify.annotations.NullMarked;
