@NullMarked
package dev.waggle.spring.example;

import org.jspecify.annotations.NullMarked;
