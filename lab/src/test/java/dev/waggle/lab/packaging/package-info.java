/** Tests of built jars and of the distribution. */
@NullMarked
package dev.waggle.lab.packaging;

import org.jspecify.annotations.NullMarked;
