@NullMarked
package dev.waggle.spring.ai;

import org.jspecify.annotations.NullMarked;
