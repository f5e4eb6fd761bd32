@NullMarked
package dev.waggle.cli.setup;

import org.jspecify.annotations.NullMarked;
