@NullMarked
package dev.waggle.dashboard;

import org.jspecify.annotations.NullMarked;
