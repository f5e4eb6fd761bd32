/** The index of vectors beside bare Lucene and beside a comparison with all vectors. */
@NullMarked
package dev.waggle.lab.vector;

import org.jspecify.annotations.NullMarked;
