@NullMarked
package dev.waggle.cli.journal;

import org.jspecify.annotations.NullMarked;
