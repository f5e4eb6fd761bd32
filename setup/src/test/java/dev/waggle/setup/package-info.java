@NullMarked
package dev.waggle.setup;

import org.jspecify.annotations.NullMarked;
