@NullMarked
package dev.waggle.cli.decide;

import org.jspecify.annotations.NullMarked;
