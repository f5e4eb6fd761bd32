@NullMarked
package dev.waggle.cli.explain;

import org.jspecify.annotations.NullMarked;
