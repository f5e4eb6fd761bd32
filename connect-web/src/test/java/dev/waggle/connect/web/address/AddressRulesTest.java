package dev.waggle.connect.web.address;

import java.net.InetAddress;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class AddressRulesTest {

    @ParameterizedTest
    @CsvSource({"0.0.0.0, this network", "0.1.2.3, this network", "10.0.0.0, private", "10.255.255.255, private",
        "100.64.0.1, carrier", "100.100.100.200, carrier", "100.127.255.255, carrier", "127.0.0.1, loopback",
        "127.255.255.254, loopback", "168.63.129.16, metadata", "169.254.0.1, link-local",
        "169.254.169.254, metadata", "172.16.0.1, private", "172.31.255.255, private", "192.0.0.192, protocols",
        "192.0.2.1, documentation", "192.88.99.1, 6to4", "192.168.0.1, private", "192.168.255.255, private",
        "198.18.0.1, benchmarks", "198.19.255.255, benchmarks", "198.51.100.7, documentation",
        "203.0.113.255, documentation", "224.0.0.1, multicast", "239.255.255.255, multicast",
        "240.0.0.1, reserved", "255.255.255.254, reserved", "255.255.255.255, broadcast"})
    void refusesFourByteAddressesThatAreNotPublic(String address, String name) {
        assertThat(AddressRules.refusal(InetAddress.ofLiteral(address))).contains(name);
    }

    @ParameterizedTest
    @CsvSource({"::, no host", "::1, loopback", "::7f00:1, compatible", "::ffff:127.0.0.1, loopback",
        "::ffff:10.0.0.1, private", "::ffff:a9fe:a9fe, metadata", "64:ff9b::127.0.0.1, loopback",
        "64:ff9b::a9fe:a9fe, metadata", "64:ff9b:1::1, outside", "100::1, outside", "2001::1, Teredo",
        "2001:0:7f00:1::1, Teredo", "2001:2::1, protocols", "2001:1ff:ffff::1, protocols",
        "2001:db8::1, documentation", "2002:7f00:1::1, 6to4", "2002:808:808::1, 6to4", "3fff:fff::1, documentation",
        "5f00::1, outside", "4000::1, outside", "fc00::1, private", "fd00:ec2::254, metadata",
        "fd20:ce::254, metadata", "fdff::1, private", "fe80::1, link-local", "febf::1, link-local",
        "fec0::1, site-local", "ff02::1, multicast", "0:0:0:0:fffe::1, outside"})
    void refusesSixteenByteAddressesThatAreNotPublic(String address, String name) {
        assertThat(AddressRules.refusal(InetAddress.ofLiteral(address))).contains(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "93.184.215.14", "100.63.255.255",
        "100.128.0.0", "126.255.255.255", "128.0.0.0", "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.0.1.1",
        "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "::ffff:8.8.8.8",
        "64:ff9b::808:808", "2001:4860:4860::8888", "2001:200::1", "2606:4700::1111", "2a00::1", "3ffe::1"})
    void admitsPublicAddressesUpToTheEdgesOfTheOthers(String address) {
        assertThat(AddressRules.refusal(InetAddress.ofLiteral(address))).isNull();
    }
}
