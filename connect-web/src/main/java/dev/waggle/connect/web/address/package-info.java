/**
 * Web addresses: parsing, rules for IP addresses of the public Internet, and resolution of host names. No connections
 * are made here.
 */
@NullMarked
package dev.waggle.connect.web.address;

import org.jspecify.annotations.NullMarked;
