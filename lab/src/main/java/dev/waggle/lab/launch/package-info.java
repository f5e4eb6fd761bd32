/** Start-up of the command as its users meet it: whole processes, from the launcher to the exit. */
@NullMarked
package dev.waggle.lab.launch;

import org.jspecify.annotations.NullMarked;
