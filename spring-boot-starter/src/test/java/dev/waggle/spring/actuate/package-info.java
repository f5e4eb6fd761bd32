@NullMarked
package dev.waggle.spring.actuate;

import org.jspecify.annotations.NullMarked;
