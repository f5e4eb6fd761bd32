@NullMarked
package dev.waggle.spring;

import org.jspecify.annotations.NullMarked;
