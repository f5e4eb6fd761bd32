/**
 * Pages in which people watch runs and take part: their files, and the HTML around them. No server lives here, and
 * nothing here decides.
 */
@NullMarked
package dev.waggle.dashboard;

import org.jspecify.annotations.NullMarked;
