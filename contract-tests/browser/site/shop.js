let sum = 0;

function offer(name, price) {
  const bike = document.createElement("li");
  bike.innerHTML = `<strong>${name}</strong><br>${price} kr <button type="button">Buy</button>`;
  bike.querySelector("button").addEventListener("click", () => {
    sum += price;
    document.getElementById("sum").textContent = `${sum} kr`;
    bike.setAttribute("data-bought", "yes");
  });
  document.getElementById("bikes").append(bike);
}

offer("Torden", 12990);
offer("Regn", 8990);
offer("Vind", 15490);
document.getElementById("order").addEventListener("click", () => {
  document.getElementById("thanks").textContent =
    `Thank you, ${document.getElementById("name").value} 🚲 <b>no markup</b>`;
  document.getElementById("bikes").lastElementChild.remove();
});
