/** What outcomes have taught, in a data folder: kept, told and shown. */
@NullMarked
package dev.waggle.cli.learning;

import org.jspecify.annotations.NullMarked;
