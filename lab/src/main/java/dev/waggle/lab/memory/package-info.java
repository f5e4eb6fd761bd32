/** Studies of memory on recorded questions, answers and debates: what is recalled, and what a recalled memory is worth. */
@NullMarked
package dev.waggle.lab.memory;

import org.jspecify.annotations.NullMarked;
