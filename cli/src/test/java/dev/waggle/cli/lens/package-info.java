@NullMarked
package dev.waggle.cli.lens;

import org.jspecify.annotations.NullMarked;
