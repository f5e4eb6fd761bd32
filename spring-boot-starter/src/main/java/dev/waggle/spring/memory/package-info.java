/** The memory of earlier solves. It alone names the libraries of memories, which an application may lack. */
@NullMarked
package dev.waggle.spring.memory;

import org.jspecify.annotations.NullMarked;
