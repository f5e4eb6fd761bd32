/** Races: small structures whose every order of steps is searched. Long runs with many threads are in the soak. */
@NullMarked
package dev.waggle.lab.race;

import org.jspecify.annotations.NullMarked;
