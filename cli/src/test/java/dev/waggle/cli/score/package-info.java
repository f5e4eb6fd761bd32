@NullMarked
package dev.waggle.cli.score;

import org.jspecify.annotations.NullMarked;
