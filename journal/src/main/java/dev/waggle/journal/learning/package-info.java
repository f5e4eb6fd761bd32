/** Learning records on disk: a folder with one small file for each agent, as large as its set of choices. */
@NullMarked
package dev.waggle.journal.learning;

import org.jspecify.annotations.NullMarked;
