@NullMarked
package dev.waggle.cli.input;

import org.jspecify.annotations.NullMarked;
