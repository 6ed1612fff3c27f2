# Functions for scripts inside the machine: ". /hil/guest/board.sh". Each says what it wanted when it fails.

hil_fail() { echo "hil: $*" >&2; return 1; }

# gpio_chip LABEL NAME…: a chip of simulated lines. Sets GPIO_CHIP (/dev/gpiochipN) and GPIO_SIM, its far side.
gpio_chip() {
  local label=$1 folder line=0 name
  shift
  modprobe gpio-sim || return
  mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config || return
  folder=/sys/kernel/config/gpio-sim/$label
  mkdir "$folder" "$folder/bank0" || return
  echo $# >"$folder/bank0/num_lines"
  echo "$label" >"$folder/bank0/label"
  for name; do
    mkdir "$folder/bank0/line$line"
    echo "$name" >"$folder/bank0/line$line/name"
    line=$((line + 1))
  done
  echo 1 >"$folder/live" || return
  GPIO_CHIP=/dev/$(cat "$folder/bank0/chip_name")
  GPIO_SIM=/sys/devices/platform/$(cat "$folder/dev_name")/$(cat "$folder/bank0/chip_name")
  export GPIO_CHIP GPIO_SIM
  hil wait "$GPIO_CHIP"
}
# gpio_pull LINE up|down drives an input from outside; gpio_level LINE reads a line as the far side sees it.
gpio_pull() { echo "pull-$2" >"$GPIO_SIM/sim_gpio$1/pull"; }
gpio_level() { cat "$GPIO_SIM/sim_gpio$1/value"; }

# spi_bus [PARAMETER=VALUE…]: /dev/spidev0.0 and 0.1, answered by the reader of /dev/hilspi, else looped back.
spi_bus() { modprobe hil_spi "$@" && hil wait /dev/spidev0.0 && hil wait /dev/spidev0.1 && hil wait /dev/hilspi; }

# backlight [HIGHEST]: /sys/class/backlight/hil.
backlight() { modprobe hil_board backlight="${1:-255}" && hil wait /sys/class/backlight/hil; }

# i2c_bus PARAMETER=VALUE…: /dev/i2c-9 with the devices that are named: monitor=HIGHEST (DDC/CI, with brightness=LEVEL),
# bh1750=1, veml6030=1, in the light of millilux=LIGHT. i2c_is PARAMETER prints one, i2c_make PARAMETER VALUE changes it.
i2c_bus() { modprobe i2c-dev && modprobe hil_i2c "$@" && hil wait /dev/i2c-9; }
i2c_is() { cat "/sys/module/hil_i2c/parameters/$1"; }
i2c_make() { echo "$2" >"/sys/module/hil_i2c/parameters/$1"; }

# light_sensor KIND [VALUE]: a sensor of that kind behind its stock driver on a stub bus. Sets LIGHT_FOLDER (in sysfs) and
# LIGHT_FILE (what a reader of illuminance opens). One a machine.
light_sensor() {
  local kind=$1 bus
  light_registers "$kind" || return
  modprobe i2c-dev && modprobe i2c-stub chip_addr="$LIGHT_ADDRESS" || return
  bus=$(grep -l 'SMBus stub' /sys/bus/i2c/devices/i2c-*/name | head -n 1)
  LIGHT_BUS=${bus#/sys/bus/i2c/devices/i2c-}
  LIGHT_BUS=${LIGHT_BUS%/name}
  hil wait "/dev/i2c-$LIGHT_BUS" || return
  light_prepare "$kind" || return
  light_value "${2:-0}" || return
  modprobe "$LIGHT_DRIVER" || return
  echo "$LIGHT_DEVICE $LIGHT_ADDRESS" >"/sys/bus/i2c/devices/i2c-$LIGHT_BUS/new_device" || return
  light_find
}
light_find() {
  local try file
  for try in $(seq 100); do
    for file in /sys/bus/iio/devices/iio:device*/{in_illuminance*_{raw,input},in_intensity_clear_raw}; do
      [ -e "$file" ] || continue
      LIGHT_FILE=$file
      LIGHT_FOLDER=$(dirname "$file")
      export LIGHT_FILE LIGHT_FOLDER
      return 0
    done
    sleep 0.05
  done
  hil_fail "the driver $LIGHT_DRIVER has made no illuminance channel; see dmesg"
}
# Where each kind keeps what, and what its driver looks for when it starts: the data sheets, through the drivers' sources.
light_registers() {
  LIGHT_KIND=$1 LIGHT_DRIVER=$1 LIGHT_DEVICE=$1
  case $1 in
    bh1780) LIGHT_ADDRESS=0x29 ;;
    al3010 | al3320a) LIGHT_ADDRESS=0x1c ;;
    isl29018) LIGHT_ADDRESS=0x44 ;;
    apds9300 | tsl2563) LIGHT_ADDRESS=0x39 ;;
    ltr501) LIGHT_ADDRESS=0x23 ;;
    opt3001) LIGHT_ADDRESS=0x44 ;;
    max44009) LIGHT_ADDRESS=0x4a ;;
    vcnl4000) LIGHT_ADDRESS=0x13 ;;
    tcs3472) LIGHT_ADDRESS=0x29 ;;
    *) hil_fail "no light sensor '$1': bh1780 al3010 al3320a isl29018 apds9300 tsl2563 ltr501 opt3001 max44009 vcnl4000 tcs3472" ;;
  esac
}
light_write() { hil i2c "$LIGHT_BUS" "$LIGHT_ADDRESS" "$@"; }
light_prepare() {
  case $1 in
    tsl2563) light_write 0x8a 0x30 b ;;
    ltr501) light_write 0x86 0x80 b && light_write 0x87 0x05 b ;;
    opt3001) light_write 0x7e 0x4954 w && light_write 0x7f 0x0130 w ;;
    vcnl4000) light_write 0x81 0x11 b ;;
    # Its number, and that a measurement is ready.
    tcs3472) light_write 0x92 0x44 b && light_write 0x93 0x01 b ;;
  esac
}
# light_value COUNTS: the next reading, in the sensor's own counts.
light_value() {
  local counts=$(($1))
  case $LIGHT_KIND in
    bh1780) light_write 0x8c $counts w ;;
    al3010) light_write 0x0c $counts w ;;
    al3320a) light_write 0x22 $counts w ;;
    isl29018) light_write 0x02 $((counts & 255)) b && light_write 0x03 $((counts >> 8)) b ;;
    apds9300 | tsl2563) light_write 0xac $counts w && light_write 0xae 0 w ;;
    ltr501) light_write 0x88 $counts w ;;
    opt3001) light_write 0x00 $counts w ;;
    max44009) light_write 0x03 $counts b ;;
    vcnl4000) light_write 0x85 $counts w ;;
    tcs3472) light_write 0xb4 $counts w ;;
  esac
}
# light_remove: the device goes, even under an open file.
light_remove() { echo "$LIGHT_ADDRESS" >"/sys/bus/i2c/devices/i2c-$LIGHT_BUS/delete_device"; }

# distance_sensor CM: an SRF08 ultrasonic ranger behind its stock driver on a stub bus; distance_value CM changes what it
# measures. Not together with light_sensor.
distance_sensor() {
  LIGHT_ADDRESS=0x70
  local bus
  modprobe i2c-dev && modprobe i2c-stub chip_addr=0x70 || return
  bus=$(grep -l 'SMBus stub' /sys/bus/i2c/devices/i2c-*/name | head -n 1)
  LIGHT_BUS=${bus#/sys/bus/i2c/devices/i2c-}
  LIGHT_BUS=${LIGHT_BUS%/name}
  hil wait "/dev/i2c-$LIGHT_BUS" || return
  # What is written to the chip's result register sets its range: the driver's own does, when it starts.
  modprobe srf08 && echo srf08 0x70 >"/sys/bus/i2c/devices/i2c-$LIGHT_BUS/new_device" && distance_value "$1"
}
# The chip reports centimetres, the high byte first.
distance_value() { light_write 0x02 $((($1 & 255) << 8 | $1 >> 8)) w; }

# connector NAME off|on|detect, as Virtual-1: what the kernel says of the plug.
connector() {
  local file
  file=$(echo /sys/class/drm/card*-"$1"/status)
  [ -e "$file" ] || { hil_fail "no connector $1: $(echo /sys/class/drm/card*-*)"; return; }
  echo "$2" >"$file"
}

# drm_driver unbind|bind: takes the display's driver away from the card and gives it back.
drm_driver() {
  local name path
  for path in /sys/bus/pci/drivers/{bochs-drm,cirrus,qxl} /sys/bus/virtio/drivers/virtio_gpu; do
    [ -d "$path" ] || continue
    if [ "$1" = unbind ]; then
      name=$(cd "$path" && ls -d 0000:* virtio[0-9]* 2>/dev/null | head -n 1) || true
      [ -n "$name" ] || continue
      echo "$name" >/run/hil.unbound
    fi
    cat /run/hil.unbound >"$path/$1"
    return
  done
  hil_fail "no display driver to $1"
}
