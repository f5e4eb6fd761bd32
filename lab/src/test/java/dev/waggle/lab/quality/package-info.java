/** Tests of the documents with measured figures, and of the set that ships with the command for evaluations. */
@NullMarked
package dev.waggle.lab.quality;

import org.jspecify.annotations.NullMarked;
