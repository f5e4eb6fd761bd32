/** Outcomes in a data folder and their lessons: kept, told and shown. */
@NullMarked
package dev.waggle.cli.learning;

import org.jspecify.annotations.NullMarked;
