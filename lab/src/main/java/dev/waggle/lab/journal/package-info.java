/** Whole-process studies of the log on disk: what reading a long one costs. */
@NullMarked
package dev.waggle.lab.journal;

import org.jspecify.annotations.NullMarked;
