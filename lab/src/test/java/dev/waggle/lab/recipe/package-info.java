/** The recipes of docs/how-to, run as they stand there. */
@NullMarked
package dev.waggle.lab.recipe;

import org.jspecify.annotations.NullMarked;
