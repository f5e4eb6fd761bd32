/**
 * The journal on a disk, beside what else one could append to: benches and whole-process studies. All write below {@code
 * java.io.tmpdir}, which decides the disk, and take away what they wrote.
 */
@NullMarked
package dev.waggle.lab.journal;

import org.jspecify.annotations.NullMarked;
