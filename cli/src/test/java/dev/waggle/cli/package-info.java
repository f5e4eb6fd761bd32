@NullMarked
package dev.waggle.cli;

import org.jspecify.annotations.NullMarked;
