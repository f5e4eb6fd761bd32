/** Tools that read and search the web: what may be reached, how much is taken, and what of it people would read. */
@NullMarked
package dev.waggle.connect.web;

import org.jspecify.annotations.NullMarked;
