@NullMarked
package dev.waggle.spring.property;

import org.jspecify.annotations.NullMarked;
