/**
 * Web addresses: how they are read, which IP addresses belong to the public Internet, and how host names are resolved.
 * Nothing is connected to here.
 */
@NullMarked
package dev.waggle.connect.web.address;

import org.jspecify.annotations.NullMarked;
