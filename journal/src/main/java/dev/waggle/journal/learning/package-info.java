/**
 * What agents learn, on disk: a folder with one small file for each agent, as large as what it can choose from.
 */
@NullMarked
package dev.waggle.journal.learning;

import org.jspecify.annotations.NullMarked;
